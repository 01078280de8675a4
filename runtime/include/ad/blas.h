//===- blas.h - derivatives of BLAS and LAPACK functions --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Rules by hand, in forward and reverse mode, for functions of <cblas.h> and <lapacke.h>. Include
// it where differentiated functions call them, and link the library as before. The rules call the
// library themselves, so derivatives run as fast as it does:
//
//   cblas_ddot  cblas_dnrm2  cblas_daxpy  cblas_dscal  cblas_dgemv  cblas_dgemm  cblas_dtrsv
//   LAPACKE_dpotrf (where <lapacke.h> is installed; of a factorisation that fails it is zero)
//
// As in BLAS, `y` is not read where beta is 0, and vectors and matrices must not overlap. An
// argument without a derivative has a null pointer for one.
//
// Documented for users in docs/semantics.md ("Rules by hand").
//
//===----------------------------------------------------------------------===//

#ifndef AD_BLAS_H
#define AD_BLAS_H

#include "tape.h"
#include <cblas.h>
#if __has_include(<lapacke.h>)
#include <lapacke.h>
#endif

#include "detail/push_macros.h"
#include <cmath>
#include <cstddef>
#include <vector>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#define __AD_NULLABLE _Nullable
#else
#define __AD_NULLABLE
#endif

namespace ad::__blas {

template <class _Result, class _First, class... _Others>
_First __first_parameter(_Result (*)(_First, _Others...));
/// `int`, or what the library was built with.
using _Int = decltype(__first_parameter(cblas_ddot));
using _Vector = std::vector<double>;
using _Dot = double *__AD_NULLABLE; ///< a derivative, if there is one
using _ConstDot = const double *__AD_NULLABLE;

/// The elements of a vector one behind the other.
inline _Vector __packed(_Int _N, const double *_X, _Int _IncX) {
  _Vector _Copy(static_cast<std::size_t>(_N > 0 ? _N : 0));
  cblas_dcopy(_N, _X, _IncX, _Copy.data(), 1);
  return _Copy;
}

/// Element (i, j) of a matrix.
inline std::size_t __at(CBLAS_ORDER _Order, _Int _I, _Int _J, _Int _Leading) {
  return static_cast<std::size_t>(_Order == CblasRowMajor ? _I : _J) *
             static_cast<std::size_t>(_Leading) +
         static_cast<std::size_t>(_Order == CblasRowMajor ? _J : _I);
}

/// A matrix in the same order, without gaps; its leading dimension is __leading().
inline _Vector __packed(CBLAS_ORDER _Order, _Int _Rows, _Int _Columns, const double *_A,
                        _Int _Leading) {
  const _Int _Length = _Order == CblasRowMajor ? _Columns : _Rows;
  const _Int _Lines = _Order == CblasRowMajor ? _Rows : _Columns;
  _Vector _Copy(static_cast<std::size_t>(_Length) * static_cast<std::size_t>(_Lines));
  for (_Int _I = 0; _I < _Lines; ++_I)
    cblas_dcopy(_Length, _A + static_cast<std::size_t>(_I) * static_cast<std::size_t>(_Leading), 1,
                _Copy.data() + static_cast<std::size_t>(_I) * static_cast<std::size_t>(_Length), 1);
  return _Copy;
}
inline _Int __leading(CBLAS_ORDER _Order, _Int _Rows, _Int _Columns) {
  const _Int _Length = _Order == CblasRowMajor ? _Columns : _Rows;
  return _Length > 0 ? _Length : 1;
}

/// x *= _By, also where x is not a number and _By is 0: BLAS does not read it then. (cblas_dscal
/// does nothing where the increment is negative.)
inline void __scale(_Int _N, double _By, double *_X, _Int _IncX) {
  const double _Zero = 0;
  if (_By == 0)
    cblas_dcopy(_N, &_Zero, 0, _X, _IncX);
  else
    cblas_dscal(_N, _By, _X, _IncX < 0 ? -_IncX : _IncX);
}
/// The same for each line of a matrix.
inline void __scale(CBLAS_ORDER _Order, _Int _Rows, _Int _Columns, double _By, double *_A,
                    _Int _Leading) {
  const _Int _Length = _Order == CblasRowMajor ? _Columns : _Rows;
  const _Int _Lines = _Order == CblasRowMajor ? _Rows : _Columns;
  for (_Int _I = 0; _I < _Lines; ++_I)
    __scale(_Length, _By, _A + static_cast<std::size_t>(_I) * static_cast<std::size_t>(_Leading),
            1);
}
inline CBLAS_TRANSPOSE __flipped(CBLAS_TRANSPOSE _Trans) {
  return _Trans == CblasNoTrans ? CblasTrans : CblasNoTrans;
}

} // namespace ad::__blas

//===-- x . y -------------------------------------------------------------===//

inline double cblas_ddot_forward(ad::__blas::_Int _N, const double *_X, ad::__blas::_ConstDot _XDot,
                                 ad::__blas::_Int _IncX, const double *_Y,
                                 ad::__blas::_ConstDot _YDot, ad::__blas::_Int _IncY,
                                 double &_Dot) {
  _Dot = (_XDot ? cblas_ddot(_N, _XDot, _IncX, _Y, _IncY) : 0) +
         (_YDot ? cblas_ddot(_N, _X, _IncX, _YDot, _IncY) : 0);
  return cblas_ddot(_N, _X, _IncX, _Y, _IncY);
}

inline double cblas_ddot_reverse(ad::__blas::_Int _N, const double *_X, ad::__blas::_Dot _XBar,
                                 ad::__blas::_Int _IncX, const double *_Y, ad::__blas::_Dot _YBar,
                                 ad::__blas::_Int _IncY, double _Bar) {
  if (_XBar)
    cblas_daxpy(_N, _Bar, _Y, _IncY, _XBar, _IncX);
  if (_YBar)
    cblas_daxpy(_N, _Bar, _X, _IncX, _YBar, _IncY);
  return 0; // the forward sweep had the value
}

inline double cblas_ddot_forward_sweep(ad::tape &_Tape, ad::__blas::_Int _N, const double *_X,
                                       ad::__blas::_Dot, ad::__blas::_Int _IncX, const double *_Y,
                                       ad::__blas::_Dot, ad::__blas::_Int _IncY) {
  _Tape.push(ad::__blas::__packed(_N, _X, _IncX));
  _Tape.push(ad::__blas::__packed(_N, _Y, _IncY));
  return cblas_ddot(_N, _X, _IncX, _Y, _IncY);
}

inline void cblas_ddot_reverse_sweep(ad::tape &_Tape, ad::__blas::_Int _N, const double *,
                                     ad::__blas::_Dot _XBar, ad::__blas::_Int _IncX, const double *,
                                     ad::__blas::_Dot _YBar, ad::__blas::_Int _IncY, double _Bar) {
  const ad::__blas::_Vector _Y = _Tape.pop<ad::__blas::_Vector>();
  const ad::__blas::_Vector _X = _Tape.pop<ad::__blas::_Vector>();
  if (_XBar)
    cblas_daxpy(_N, _Bar, _Y.data(), 1, _XBar, _IncX);
  if (_YBar)
    cblas_daxpy(_N, _Bar, _X.data(), 1, _YBar, _IncY);
}

//===-- The length of x ---------------------------------------------------===//

inline double cblas_dnrm2_forward(ad::__blas::_Int _N, const double *_X,
                                  ad::__blas::_ConstDot _XDot, ad::__blas::_Int _IncX,
                                  double &_Dot) {
  const double _Norm = cblas_dnrm2(_N, _X, _IncX);
  _Dot = _Norm > 0 && _XDot ? cblas_ddot(_N, _X, _IncX, _XDot, _IncX) / _Norm : 0;
  return _Norm;
}

inline double cblas_dnrm2_reverse(ad::__blas::_Int _N, const double *_X, ad::__blas::_Dot _XBar,
                                  ad::__blas::_Int _IncX, double _Bar) {
  const double _Norm = cblas_dnrm2(_N, _X, _IncX);
  if (_Norm > 0 && _XBar)
    cblas_daxpy(_N, _Bar / _Norm, _X, _IncX, _XBar, _IncX);
  return _Norm;
}

inline double cblas_dnrm2_forward_sweep(ad::tape &_Tape, ad::__blas::_Int _N, const double *_X,
                                        ad::__blas::_Dot, ad::__blas::_Int _IncX) {
  _Tape.push(ad::__blas::__packed(_N, _X, _IncX));
  return cblas_dnrm2(_N, _X, _IncX);
}

inline void cblas_dnrm2_reverse_sweep(ad::tape &_Tape, ad::__blas::_Int _N, const double *,
                                      ad::__blas::_Dot _XBar, ad::__blas::_Int _IncX, double _Bar) {
  const ad::__blas::_Vector _X = _Tape.pop<ad::__blas::_Vector>();
  const double _Norm = cblas_dnrm2(_N, _X.data(), 1);
  if (_Norm > 0 && _XBar)
    cblas_daxpy(_N, _Bar / _Norm, _X.data(), 1, _XBar, _IncX);
}

//===-- y += alpha x ------------------------------------------------------===//

inline void cblas_daxpy_forward(ad::__blas::_Int _N, double _Alpha, double _AlphaDot,
                                const double *_X, ad::__blas::_ConstDot _XDot,
                                ad::__blas::_Int _IncX, double *_Y, ad::__blas::_Dot _YDot,
                                ad::__blas::_Int _IncY) {
  if (_YDot) {
    if (_XDot)
      cblas_daxpy(_N, _Alpha, _XDot, _IncX, _YDot, _IncY);
    cblas_daxpy(_N, _AlphaDot, _X, _IncX, _YDot, _IncY);
  }
  cblas_daxpy(_N, _Alpha, _X, _IncX, _Y, _IncY);
}

inline void cblas_daxpy_forward_sweep(ad::tape &_Tape, ad::__blas::_Int _N, double _Alpha,
                                      const double *_X, ad::__blas::_Dot, ad::__blas::_Int _IncX,
                                      double *_Y, ad::__blas::_Dot, ad::__blas::_Int _IncY) {
  _Tape.push(ad::__blas::__packed(_N, _X, _IncX));
  cblas_daxpy(_N, _Alpha, _X, _IncX, _Y, _IncY);
}

inline void cblas_daxpy_reverse_sweep(ad::tape &_Tape, ad::__blas::_Int _N, double _Alpha,
                                      double &_AlphaBar, const double *, ad::__blas::_Dot _XBar,
                                      ad::__blas::_Int _IncX, double *, ad::__blas::_Dot _YBar,
                                      ad::__blas::_Int _IncY) {
  const ad::__blas::_Vector _X = _Tape.pop<ad::__blas::_Vector>();
  if (!_YBar)
    return;
  _AlphaBar += cblas_ddot(_N, _X.data(), 1, _YBar, _IncY);
  if (_XBar)
    cblas_daxpy(_N, _Alpha, _YBar, _IncY, _XBar, _IncX);
}

//===-- x *= alpha --------------------------------------------------------===//

inline void cblas_dscal_forward(ad::__blas::_Int _N, double _Alpha, double _AlphaDot, double *_X,
                                ad::__blas::_Dot _XDot, ad::__blas::_Int _IncX) {
  if (_XDot && _IncX > 0) { // else it does nothing
    cblas_dscal(_N, _Alpha, _XDot, _IncX);
    cblas_daxpy(_N, _AlphaDot, _X, _IncX, _XDot, _IncX);
  }
  cblas_dscal(_N, _Alpha, _X, _IncX);
}

inline void cblas_dscal_forward_sweep(ad::tape &_Tape, ad::__blas::_Int _N, double _Alpha,
                                      double *_X, ad::__blas::_Dot, ad::__blas::_Int _IncX) {
  _Tape.push(ad::__blas::__packed(_N, _X, _IncX));
  cblas_dscal(_N, _Alpha, _X, _IncX);
}

inline void cblas_dscal_reverse_sweep(ad::tape &_Tape, ad::__blas::_Int _N, double _Alpha,
                                      double &_AlphaBar, double *, ad::__blas::_Dot _XBar,
                                      ad::__blas::_Int _IncX) {
  const ad::__blas::_Vector _X = _Tape.pop<ad::__blas::_Vector>();
  if (!_XBar || _IncX <= 0)
    return;
  _AlphaBar += cblas_ddot(_N, _X.data(), 1, _XBar, _IncX);
  cblas_dscal(_N, _Alpha, _XBar, _IncX);
}

//===-- y = alpha op(A) x + beta y ----------------------------------------===//

inline void cblas_dgemv_forward(CBLAS_ORDER _Order, CBLAS_TRANSPOSE _Trans, ad::__blas::_Int _M,
                                ad::__blas::_Int _N, double _Alpha, double _AlphaDot,
                                const double *_A, ad::__blas::_ConstDot _ADot,
                                ad::__blas::_Int _LdA, const double *_X,
                                ad::__blas::_ConstDot _XDot, ad::__blas::_Int _IncX, double _Beta,
                                double _BetaDot, double *_Y, ad::__blas::_Dot _YDot,
                                ad::__blas::_Int _IncY) {
  if (_YDot) {
    ad::__blas::__scale(_Trans == CblasNoTrans ? _M : _N, _Beta, _YDot, _IncY);
    if (_BetaDot != 0 && _Beta != 0)
      cblas_daxpy(_Trans == CblasNoTrans ? _M : _N, _BetaDot, _Y, _IncY, _YDot, _IncY);
    if (_XDot)
      cblas_dgemv(_Order, _Trans, _M, _N, _Alpha, _A, _LdA, _XDot, _IncX, 1, _YDot, _IncY);
    if (_ADot)
      cblas_dgemv(_Order, _Trans, _M, _N, _Alpha, _ADot, _LdA, _X, _IncX, 1, _YDot, _IncY);
    if (_AlphaDot != 0)
      cblas_dgemv(_Order, _Trans, _M, _N, _AlphaDot, _A, _LdA, _X, _IncX, 1, _YDot, _IncY);
  }
  cblas_dgemv(_Order, _Trans, _M, _N, _Alpha, _A, _LdA, _X, _IncX, _Beta, _Y, _IncY);
}

inline void cblas_dgemv_forward_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_TRANSPOSE _Trans,
                                      ad::__blas::_Int _M, ad::__blas::_Int _N, double _Alpha,
                                      const double *_A, ad::__blas::_Dot, ad::__blas::_Int _LdA,
                                      const double *_X, ad::__blas::_Dot, ad::__blas::_Int _IncX,
                                      double _Beta, double *_Y, ad::__blas::_Dot,
                                      ad::__blas::_Int _IncY) {
  _Tape.push(ad::__blas::__packed(_Order, _M, _N, _A, _LdA));
  _Tape.push(ad::__blas::__packed(_Trans == CblasNoTrans ? _N : _M, _X, _IncX));
  if (_Beta != 0)
    _Tape.push(ad::__blas::__packed(_Trans == CblasNoTrans ? _M : _N, _Y, _IncY));
  cblas_dgemv(_Order, _Trans, _M, _N, _Alpha, _A, _LdA, _X, _IncX, _Beta, _Y, _IncY);
}

inline void cblas_dgemv_reverse_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_TRANSPOSE _Trans,
                                      ad::__blas::_Int _M, ad::__blas::_Int _N, double _Alpha,
                                      double &_AlphaBar, const double *, ad::__blas::_Dot _ABar,
                                      ad::__blas::_Int _LdA, const double *, ad::__blas::_Dot _XBar,
                                      ad::__blas::_Int _IncX, double _Beta, double &_BetaBar,
                                      double *, ad::__blas::_Dot _YBar, ad::__blas::_Int _IncY) {
  using namespace ad::__blas;
  const _Int _Inner = _Trans == CblasNoTrans ? _N : _M, _Outer = _Trans == CblasNoTrans ? _M : _N;
  const _Vector _Y = _Beta != 0 ? _Tape.pop<_Vector>() : _Vector();
  const _Vector _X = _Tape.pop<_Vector>(), _A = _Tape.pop<_Vector>();
  if (!_YBar)
    return;
  _Vector _Back(_X.size()); // op(A)^T y_bar
  cblas_dgemv(_Order, __flipped(_Trans), _M, _N, 1, _A.data(), __leading(_Order, _M, _N), _YBar,
              _IncY, 0, _Back.data(), 1);
  _AlphaBar += cblas_ddot(_Inner, _X.data(), 1, _Back.data(), 1);
  if (_XBar)
    cblas_daxpy(_Inner, _Alpha, _Back.data(), 1, _XBar, _IncX);
  if (_ABar && _Trans == CblasNoTrans)
    cblas_dger(_Order, _M, _N, _Alpha, _YBar, _IncY, _X.data(), 1, _ABar, _LdA);
  else if (_ABar)
    cblas_dger(_Order, _M, _N, _Alpha, _X.data(), 1, _YBar, _IncY, _ABar, _LdA);
  if (_Beta != 0)
    _BetaBar += cblas_ddot(_Outer, _Y.data(), 1, _YBar, _IncY);
  __scale(_Outer, _Beta, _YBar, _IncY);
}

//===-- C = alpha op(A) op(B) + beta C ------------------------------------===//

inline void cblas_dgemm_forward(CBLAS_ORDER _Order, CBLAS_TRANSPOSE _TransA,
                                CBLAS_TRANSPOSE _TransB, ad::__blas::_Int _M, ad::__blas::_Int _N,
                                ad::__blas::_Int _K, double _Alpha, double _AlphaDot,
                                const double *_A, ad::__blas::_ConstDot _ADot,
                                ad::__blas::_Int _LdA, const double *_B,
                                ad::__blas::_ConstDot _BDot, ad::__blas::_Int _LdB, double _Beta,
                                double _BetaDot, double *_C, ad::__blas::_Dot _CDot,
                                ad::__blas::_Int _LdC) {
  using namespace ad::__blas;
  if (_CDot) {
    __scale(_Order, _M, _N, _Beta, _CDot, _LdC);
    if (_BetaDot != 0 && _Beta != 0) {
      const _Int _Length = _Order == CblasRowMajor ? _N : _M;
      for (_Int _I = 0; _I < (_Order == CblasRowMajor ? _M : _N); ++_I) {
        const std::size_t _At = static_cast<std::size_t>(_I) * static_cast<std::size_t>(_LdC);
        cblas_daxpy(_Length, _BetaDot, _C + _At, 1, _CDot + _At, 1);
      }
    }
    if (_ADot)
      cblas_dgemm(_Order, _TransA, _TransB, _M, _N, _K, _Alpha, _ADot, _LdA, _B, _LdB, 1, _CDot,
                  _LdC);
    if (_BDot)
      cblas_dgemm(_Order, _TransA, _TransB, _M, _N, _K, _Alpha, _A, _LdA, _BDot, _LdB, 1, _CDot,
                  _LdC);
    if (_AlphaDot != 0)
      cblas_dgemm(_Order, _TransA, _TransB, _M, _N, _K, _AlphaDot, _A, _LdA, _B, _LdB, 1, _CDot,
                  _LdC);
  }
  cblas_dgemm(_Order, _TransA, _TransB, _M, _N, _K, _Alpha, _A, _LdA, _B, _LdB, _Beta, _C, _LdC);
}

inline void cblas_dgemm_forward_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_TRANSPOSE _TransA,
                                      CBLAS_TRANSPOSE _TransB, ad::__blas::_Int _M,
                                      ad::__blas::_Int _N, ad::__blas::_Int _K, double _Alpha,
                                      const double *_A, ad::__blas::_Dot, ad::__blas::_Int _LdA,
                                      const double *_B, ad::__blas::_Dot, ad::__blas::_Int _LdB,
                                      double _Beta, double *_C, ad::__blas::_Dot,
                                      ad::__blas::_Int _LdC) {
  using namespace ad::__blas;
  const bool _Flat = _TransA == CblasNoTrans, _Straight = _TransB == CblasNoTrans;
  _Tape.push(__packed(_Order, _Flat ? _M : _K, _Flat ? _K : _M, _A, _LdA));
  _Tape.push(__packed(_Order, _Straight ? _K : _N, _Straight ? _N : _K, _B, _LdB));
  if (_Beta != 0)
    _Tape.push(__packed(_Order, _M, _N, _C, _LdC));
  cblas_dgemm(_Order, _TransA, _TransB, _M, _N, _K, _Alpha, _A, _LdA, _B, _LdB, _Beta, _C, _LdC);
}

inline void cblas_dgemm_reverse_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_TRANSPOSE _TransA,
                                      CBLAS_TRANSPOSE _TransB, ad::__blas::_Int _M,
                                      ad::__blas::_Int _N, ad::__blas::_Int _K, double _Alpha,
                                      double &_AlphaBar, const double *, ad::__blas::_Dot _ABar,
                                      ad::__blas::_Int _LdA, const double *, ad::__blas::_Dot _BBar,
                                      ad::__blas::_Int _LdB, double _Beta, double &_BetaBar,
                                      double *, ad::__blas::_Dot _CBar, ad::__blas::_Int _LdC) {
  using namespace ad::__blas;
  const _Vector _C = _Beta != 0 ? _Tape.pop<_Vector>() : _Vector();
  const _Vector _B = _Tape.pop<_Vector>(), _A = _Tape.pop<_Vector>();
  if (!_CBar)
    return;
  const bool _Flat = _TransA == CblasNoTrans, _Straight = _TransB == CblasNoTrans;
  const _Int _OfA = __leading(_Order, _Flat ? _M : _K, _Flat ? _K : _M);
  const _Int _OfB = __leading(_Order, _Straight ? _K : _N, _Straight ? _N : _K);
  // 1. C_bar op(B)^T, which op(A) is multiplied with.
  _Vector _Back(static_cast<std::size_t>(_M) * static_cast<std::size_t>(_K));
  const _Int _OfBack = __leading(_Order, _M, _K);
  cblas_dgemm(_Order, CblasNoTrans, __flipped(_TransB), _M, _K, _N, 1, _CBar, _LdC, _B.data(), _OfB,
              0, _Back.data(), _OfBack);
  for (_Int _I = 0; _I < _M; ++_I)
    for (_Int _J = 0; _J < _K; ++_J) {
      const double _Each = _Back[__at(_Order, _I, _J, _OfBack)];
      const _Int _Row = _Flat ? _I : _J, _Column = _Flat ? _J : _I;
      _AlphaBar += _A[__at(_Order, _Row, _Column, _OfA)] * _Each;
      if (_ABar)
        _ABar[__at(_Order, _Row, _Column, _LdA)] += _Alpha * _Each;
    }
  // 2. op(A)^T C_bar.
  if (_BBar && _Straight)
    cblas_dgemm(_Order, __flipped(_TransA), CblasNoTrans, _K, _N, _M, _Alpha, _A.data(), _OfA,
                _CBar, _LdC, 1, _BBar, _LdB);
  else if (_BBar)
    cblas_dgemm(_Order, CblasTrans, _TransA, _N, _K, _M, _Alpha, _CBar, _LdC, _A.data(), _OfA, 1,
                _BBar, _LdB);
  // 3. The old C.
  if (_Beta != 0)
    for (_Int _I = 0; _I < _M; ++_I)
      for (_Int _J = 0; _J < _N; ++_J)
        _BetaBar +=
            _C[__at(_Order, _I, _J, __leading(_Order, _M, _N))] * _CBar[__at(_Order, _I, _J, _LdC)];
  __scale(_Order, _M, _N, _Beta, _CBar, _LdC);
}

//===-- op(A) x = b, A a triangle, x in place of b ------------------------===//

inline void cblas_dtrsv_forward(CBLAS_ORDER _Order, CBLAS_UPLO _UpLo, CBLAS_TRANSPOSE _Trans,
                                CBLAS_DIAG _Diag, ad::__blas::_Int _N, const double *_A,
                                ad::__blas::_ConstDot _ADot, ad::__blas::_Int _LdA, double *_X,
                                ad::__blas::_Dot _XDot, ad::__blas::_Int _IncX) {
  using namespace ad::__blas;
  cblas_dtrsv(_Order, _UpLo, _Trans, _Diag, _N, _A, _LdA, _X, _IncX);
  if (!_XDot)
    return;
  if (_ADot) { // A x' = b' - A' x; a diagonal of ones has no derivative
    _Vector _Change = __packed(_N, _X, _IncX);
    cblas_dtrmv(_Order, _UpLo, _Trans, _Diag, _N, _ADot, _LdA, _Change.data(), 1);
    cblas_daxpy(_N, -1, _Change.data(), 1, _XDot, _IncX);
    if (_Diag == CblasUnit)
      cblas_daxpy(_N, 1, _X, _IncX, _XDot, _IncX);
  }
  cblas_dtrsv(_Order, _UpLo, _Trans, _Diag, _N, _A, _LdA, _XDot, _IncX);
}

inline void cblas_dtrsv_forward_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_UPLO _UpLo,
                                      CBLAS_TRANSPOSE _Trans, CBLAS_DIAG _Diag, ad::__blas::_Int _N,
                                      const double *_A, ad::__blas::_Dot, ad::__blas::_Int _LdA,
                                      double *_X, ad::__blas::_Dot, ad::__blas::_Int _IncX) {
  cblas_dtrsv(_Order, _UpLo, _Trans, _Diag, _N, _A, _LdA, _X, _IncX);
  _Tape.push(ad::__blas::__packed(_Order, _N, _N, _A, _LdA));
  _Tape.push(ad::__blas::__packed(_N, _X, _IncX));
}

inline void cblas_dtrsv_reverse_sweep(ad::tape &_Tape, CBLAS_ORDER _Order, CBLAS_UPLO _UpLo,
                                      CBLAS_TRANSPOSE _Trans, CBLAS_DIAG _Diag, ad::__blas::_Int _N,
                                      const double *, ad::__blas::_Dot _ABar, ad::__blas::_Int _LdA,
                                      double *, ad::__blas::_Dot _XBar, ad::__blas::_Int _IncX) {
  using namespace ad::__blas;
  const _Vector _X = _Tape.pop<_Vector>(), _A = _Tape.pop<_Vector>();
  if (!_XBar)
    return;
  cblas_dtrsv(_Order, _UpLo, __flipped(_Trans), _Diag, _N, _A.data(), __leading(_Order, _N, _N),
              _XBar, _IncX); // that of b
  if (!_ABar)
    return;
  const _Vector _Back = __packed(_N, _XBar, _IncX);
  const _Vector &_Left = _Trans == CblasNoTrans ? _Back : _X;
  const _Vector &_Right = _Trans == CblasNoTrans ? _X : _Back;
  for (_Int _I = 0; _I < _N; ++_I)
    for (_Int _J = _UpLo == CblasLower ? 0 : _I; _J < (_UpLo == CblasLower ? _I + 1 : _N); ++_J)
      if (_I != _J || _Diag == CblasNonUnit)
        _ABar[__at(_Order, _I, _J, _LdA)] -=
            _Left[static_cast<std::size_t>(_I)] * _Right[static_cast<std::size_t>(_J)];
}

//===-- A = L L^T, L in place of A ----------------------------------------===//

#if __has_include(<lapacke.h>)

namespace ad::__blas {

/// An upper triangle by rows is a lower one by columns.
inline CBLAS_ORDER __lower_order(int _Layout, char _UpLo) {
  const bool _Rows = _Layout == LAPACK_ROW_MAJOR, _Lower = _UpLo == 'L' || _UpLo == 'l';
  return _Rows == _Lower ? CblasRowMajor : CblasColMajor;
}

} // namespace ad::__blas

inline lapack_int LAPACKE_dpotrf_forward(int _Layout, char _UpLo, lapack_int _N, double *_A,
                                         ad::__blas::_Dot _ADot, lapack_int _LdA) {
  using namespace ad::__blas;
  const lapack_int _Info = LAPACKE_dpotrf(_Layout, _UpLo, _N, _A, _LdA);
  if (!_ADot)
    return _Info;
  const CBLAS_ORDER _Order = __lower_order(_Layout, _UpLo);
  const _Int _Size = _N;
  _Vector _S(static_cast<std::size_t>(_N) * static_cast<std::size_t>(_N)); // A', both triangles
  for (_Int _I = 0; _I < _Size; ++_I)
    for (_Int _J = 0; _J <= _I; ++_J)
      _S[__at(_Order, _I, _J, _Size)] = _S[__at(_Order, _J, _I, _Size)] =
          _Info ? 0 : _ADot[__at(_Order, _I, _J, _LdA)];
  if (_Info == 0 && _N > 0) { // L' = L phi(L^-1 A' L^-T): of the lower triangle, half the diagonal
    cblas_dtrsm(_Order, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, _Size, _Size, 1, _A,
                _LdA, _S.data(), _Size);
    cblas_dtrsm(_Order, CblasRight, CblasLower, CblasTrans, CblasNonUnit, _Size, _Size, 1, _A, _LdA,
                _S.data(), _Size);
    for (_Int _I = 0; _I < _Size; ++_I) {
      _S[__at(_Order, _I, _I, _Size)] /= 2;
      for (_Int _J = _I + 1; _J < _Size; ++_J)
        _S[__at(_Order, _I, _J, _Size)] = 0;
    }
    cblas_dtrmm(_Order, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, _Size, _Size, 1, _A,
                _LdA, _S.data(), _Size);
  }
  for (_Int _I = 0; _I < _Size; ++_I)
    for (_Int _J = 0; _J <= _I; ++_J)
      _ADot[__at(_Order, _I, _J, _LdA)] = _S[__at(_Order, _I, _J, _Size)];
  return _Info;
}

inline lapack_int LAPACKE_dpotrf_forward_sweep(ad::tape &_Tape, int _Layout, char _UpLo,
                                               lapack_int _N, double *_A, ad::__blas::_Dot,
                                               lapack_int _LdA) {
  using namespace ad::__blas;
  const lapack_int _Info = LAPACKE_dpotrf(_Layout, _UpLo, _N, _A, _LdA);
  _Tape.push(__packed(__lower_order(_Layout, _UpLo), _N, _N, _A, _LdA));
  _Tape.push(_Info);
  return _Info;
}

inline void LAPACKE_dpotrf_reverse_sweep(ad::tape &_Tape, int _Layout, char _UpLo, lapack_int _N,
                                         double *, ad::__blas::_Dot _ABar, lapack_int _LdA) {
  using namespace ad::__blas;
  const lapack_int _Info = _Tape.pop<lapack_int>();
  const _Vector _L = _Tape.pop<_Vector>();
  if (!_ABar || _N <= 0)
    return;
  const CBLAS_ORDER _Order = __lower_order(_Layout, _UpLo);
  const _Int _Size = _N;
  _Vector _S(_L.size()); // L_bar, then phi(L^T L_bar), then L^-T phi L^-1
  for (_Int _I = 0; _I < _Size; ++_I)
    for (_Int _J = 0; _J <= _I; ++_J)
      _S[__at(_Order, _I, _J, _Size)] = _Info ? 0 : _ABar[__at(_Order, _I, _J, _LdA)];
  if (_Info == 0) {
    cblas_dtrmm(_Order, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, _Size, _Size, 1, _L.data(),
                _Size, _S.data(), _Size);
    for (_Int _I = 0; _I < _Size; ++_I) {
      _S[__at(_Order, _I, _I, _Size)] /= 2;
      for (_Int _J = _I + 1; _J < _Size; ++_J)
        _S[__at(_Order, _I, _J, _Size)] = 0;
    }
    cblas_dtrsm(_Order, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, _Size, _Size, 1, _L.data(),
                _Size, _S.data(), _Size);
    cblas_dtrsm(_Order, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, _Size, _Size, 1,
                _L.data(), _Size, _S.data(), _Size);
  }
  // An element below the diagonal stands for the one above, too.
  for (_Int _I = 0; _I < _Size; ++_I)
    for (_Int _J = 0; _J <= _I; ++_J)
      _ABar[__at(_Order, _I, _J, _LdA)] =
          _S[__at(_Order, _I, _J, _Size)] + (_I == _J ? 0 : _S[__at(_Order, _J, _I, _Size)]);
}

#endif // <lapacke.h>

#undef __AD_NULLABLE
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include "detail/pop_macros.h"
#endif // AD_BLAS_H
